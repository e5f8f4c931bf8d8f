// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {IPositionManager} from "../interfaces/IPositionManager.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {Measuring} from "./Measuring.sol";

/// @title Capital
/// @notice What the owner pays in and takes out.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise. The cage checks the caller and holds
/// the lock.
library Capital {
    using CageState for CageState.State;
    using Math for uint256;
    using SafeERC20 for IERC20;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @notice See IPolicyCage.
    function deposit(
        CageState.State storage self,
        CageState.Fixed memory fixed_,
        address token,
        uint256 amount
    ) external returns (uint256 shares) {
        uint256 index = self.indexOf(token);
        Measuring.Snapshot memory s = Measuring.open(self, fixed_);
        uint256 before = Measuring.walletOf(fixed_, token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = Measuring.walletOf(fixed_, token) - before;
        shares = Books.mint(self, s, index, received);
        emit IPolicyCage.Deposited(token, received, shares);
    }

    /// @notice See IPolicyCage.
    function absorb(CageState.State storage self, CageState.Fixed memory fixed_, address token)
        external
        returns (uint256 shares)
    {
        uint256 index = self.indexOf(token);
        Measuring.Snapshot memory s = Measuring.open(self, fixed_);
        // A gift to a debt is what was repaid by others.
        uint256 amount = Measuring.isDebt(s.terms[index])
            ? s.counted[index] - s.wallet[index]
            : s.wallet[index] - s.counted[index];
        shares = Books.mint(self, s, index, amount);
        emit IPolicyCage.Deposited(token, amount, shares);
    }

    /// @notice See IPolicyCage.
    function withdraw(
        CageState.State storage self,
        CageState.Fixed memory fixed_,
        address token,
        uint256 amount
    ) external returns (uint256 shares) {
        uint256 indexPlusOne = self.assetIndex[token == NATIVE ? fixed_.wrappedNative : token];
        if (indexPlusOne != 0) {
            uint256 index = indexPlusOne - 1;
            Measuring.Snapshot memory s = Measuring.open(self, fixed_);
            uint256 uncounted = s.wallet[index].saturatingSub(s.counted[index]);
            uint256 fromBooks = amount.saturatingSub(uncounted);
            (uint256 navUsdc,) = Books.nav(s);
            shares = Books.burn(self, navUsdc, Books.worth(s, index, fromBooks, Math.Rounding.Ceil));
            s.counted[index] = s.counted[index].saturatingSub(fromBooks);
            Books.book(self, s);
        }
        _send(token, amount);
        emit IPolicyCage.Withdrawn(token, amount, shares);
    }

    /// @notice See IPolicyCage.
    function withdrawPosition(CageState.State storage self, CageState.Fixed memory fixed_, uint256 tokenId)
        external
        returns (uint256 shares)
    {
        (uint256 before,) = Books.nav(Measuring.open(self, fixed_));
        for (uint256 i = self.positions.length; i > 0; --i) {
            if (self.positions[i - 1] == tokenId) Books.untrack(self, i - 1);
        }
        (uint256 remaining,) = Books.nav(Measuring.open(self, fixed_));
        shares = Books.burn(self, before, before - remaining);
        IPositionManager(fixed_.positionManager).transferFrom(address(this), msg.sender, tokenId);
        emit IPolicyCage.PositionWithdrawn(tokenId, shares);
    }

    function _send(address token, uint256 amount) private {
        if (token != NATIVE) return IERC20(token).safeTransfer(msg.sender, amount);
        (bool ok, bytes memory reason) = msg.sender.call{value: amount}("");
        if (!ok) revert IPolicyCage.CallFailed(0, reason);
    }
}
