// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {Holdings} from "./Holdings.sol";
import {Measuring} from "./Measuring.sol";
import {Pledges} from "./Pledges.sol";
import {PriceReader} from "./PriceReader.sol";

/// @title Capital
/// @notice What the owner pays in and takes out.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise. The cage checks the caller and holds
/// the lock.
library Capital {
    using CageState for CageState.State;
    using SafeERC20 for IERC20;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @notice See IPolicyCage.
    function deposit(CageState.State storage self, address wrappedNative, address token, uint256 amount)
        external
        returns (uint256 shares)
    {
        uint256 index = self.indexOf(token);
        Measuring.Snapshot memory s = _open(self, wrappedNative);
        uint256 before = s.wallet[index];
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        Measuring.look(s, wrappedNative, index);
        // Nor of one of which nothing is booked, which stops no action.
        if (s.terms[index].unread) revert ICageErrors.BalanceUnreadable(token);
        uint256 received = s.wallet[index] - before;
        shares = Books.mint(self, s, index, received);
        emit IPolicyCage.Deposited(token, received, shares);
    }

    /// @notice See IPolicyCage.
    function absorb(CageState.State storage self, address wrappedNative, address token)
        external
        returns (uint256 shares)
    {
        uint256 index = self.indexOf(token);
        Measuring.Snapshot memory s = _open(self, wrappedNative);
        uint256 amount = s.wallet[index] - s.counted[index];
        shares = Books.mint(self, s, index, amount);
        emit IPolicyCage.Deposited(token, amount, shares);
    }

    /// @notice See IPolicyCage.
    function absorbPosition(CageState.State storage self, address wrappedNative, address reader, bytes32 key)
        external
        returns (uint256 shares)
    {
        Measuring.Snapshot memory s = _open(self, wrappedNative);
        uint256 before = Books.freshNav(s);
        uint256 i = Measuring.find(s, reader, key);
        if (i == s.count) {
            if (s.count == CageState.MAX_POSITIONS) {
                revert ICageErrors.TooManyPositions(s.count + 1, CageState.MAX_POSITIONS);
            }
            Holdings.Holding memory h;
            (h.reader, h.key) = (reader, key);
            Holdings.read(self, s.meter, s.tokens, s.prices, h, 0);
            if (!h.readable) revert ICageErrors.PositionUnreadable(reader, key);
            s.positions[s.count++] = h;
        }
        for (uint256 j; j < s.positions[i].parts.length; ++j) {
            s.positions[i].counted[j] = s.positions[i].parts[j].units;
        }
        uint256 navUsdc = Books.freshNav(s);
        // What is owed comes in as well, and must not be the larger part.
        if (navUsdc < before) revert ICageErrors.NothingToShare();
        shares = Books.mintFor(self, before, navUsdc - before);
        Books.book(self, s);
        emit IPolicyCage.PositionAbsorbed(reader, key, shares);
    }

    /// @notice See IPolicyCage.
    function withdraw(CageState.State storage self, address wrappedNative, address token, uint256 amount)
        external
        returns (uint256 shares)
    {
        Measuring.Snapshot memory s = _open(self, wrappedNative);
        _send(token, amount);
        _takeUnread(self, s, token == NATIVE ? wrappedNative : token, amount);
        shares = _burnGone(self, wrappedNative, s);
        emit IPolicyCage.Withdrawn(token, amount, shares);
    }

    /// @notice See IPolicyCage.
    function withdrawPosition(
        CageState.State storage self,
        address wrappedNative,
        address collection,
        uint256 tokenId
    ) external returns (uint256 shares) {
        Measuring.Snapshot memory s = _open(self, wrappedNative);
        IERC721(collection).transferFrom(address(this), msg.sender, tokenId);
        shares = _burnGone(self, wrappedNative, s);
        emit IPolicyCage.PositionWithdrawn(collection, tokenId, shares);
    }

    /// @dev What came in exchange came for open pledges, whoever is the first to look.
    function _open(CageState.State storage self, address wrappedNative)
        private
        returns (Measuring.Snapshot memory s)
    {
        s = Measuring.open(self, wrappedNative);
        Pledges.Sum memory ignored;
        Pledges.review(self, ignored, s.came);
    }

    /// @dev Uncounted units go first: whatever is there now counts as before, as far as it is there.
    function _burnGone(CageState.State storage self, address wrappedNative, Measuring.Snapshot memory s)
        private
        returns (uint256 shares)
    {
        (uint256 before,,) = Books.nav(s);
        uint256 gone;
        for (uint256 i; i < s.wallet.length; ++i) {
            Measuring.look(s, wrappedNative, i);
            uint256 left = Math.min(s.counted[i], s.wallet[i]);
            gone += PriceReader.value(s.counted[i] - left, s.prices[i], Math.Rounding.Ceil);
            s.counted[i] = left;
        }
        for (uint256 i; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            s.positions[i] = Holdings.again(self, s.meter, s.tokens, s.prices, h, false, s.count - i - 1);
            for (uint256 j; j < h.parts.length; ++j) {
                gone += Math.saturatingSub(Holdings.worth(h, j), Holdings.worth(s.positions[i], j));
            }
        }
        shares = Books.burn(self, before, gone);
        Books.book(self, s);
    }

    /// @dev What the owner takes of an asset that gives no answer is known to be gone.
    function _takeUnread(
        CageState.State storage self,
        Measuring.Snapshot memory s,
        address token,
        uint256 amount
    ) private view {
        uint256 at = self.assetIndex[token];
        if (at != 0 && s.terms[at - 1].unread) s.wallet[at - 1] -= Math.min(amount, s.wallet[at - 1]);
    }

    function _send(address token, uint256 amount) private {
        if (token != NATIVE) return IERC20(token).safeTransfer(msg.sender, amount);
        (bool ok, bytes memory reason) = msg.sender.call{value: amount}("");
        if (!ok) revert ICageErrors.CallFailed(0, reason);
    }
}
