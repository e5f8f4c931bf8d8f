// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {ICallChecker} from "../../../tools/contracts/interfaces/ICallChecker.sol";
import {IPositionReader} from "../../../tools/contracts/interfaces/IPositionReader.sol";
import {Lot, Pledge} from "../../../tools/contracts/interfaces/Position.sol";
import {LendingPool, PeggedToken, PoolReader} from "./Receipts.sol";

/// @notice Accepts every call.
contract OpenChecker is ICallChecker {
    function check(address, uint256, bytes calldata)
        external
        pure
        returns (bool revokes, Pledge[] memory pledges)
    {
        return (revokes, pledges);
    }
}

/// @notice Counts nothing.
contract BlankReader is IPositionReader {
    function mark(address, bytes calldata) external pure returns (bytes32) {
        return 0;
    }

    function touched(address, bytes32, bytes calldata, bytes calldata)
        external
        pure
        returns (bytes32[] memory keys)
    {
        return keys;
    }

    function tokens(bytes32) external pure returns (address[] memory list) {
        return list;
    }

    function holdings(address, bytes32, uint256[] calldata)
        external
        pure
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        return (0, type(uint256).max, lots);
    }
}

/// @notice How code that is asked misbehaves.
enum Mischief {
    None,
    Revert,
    Burn,
    Bomb,
    RevertBomb,
    Reenter,
    Dig
}

/// @notice Takes some 300 000 gas, far below its callers.
contract Mine {
    function dig(uint256 depth) external view {
        if (depth != 0) return this.dig(depth - 1);
        assembly {
            for { let i := 0 } lt(i, 8000) { i := add(i, 1) } {}
        }
    }
}

/// @notice Misbehaves as it is told to.
abstract contract Mischievous {
    Mischief public mischief;
    bytes4 public where;
    address public cage;
    Mine private immutable MINE = new Mine();

    /// @param where_ The function that misbehaves; 0 for all.
    function misbehave(Mischief mischief_, bytes4 where_, address cage_) external {
        (mischief, where, cage) = (mischief_, where_, cage_);
    }

    modifier mischievous() {
        if (where == 0 || where == msg.sig) _misbehave();
        _;
    }

    function _misbehave() private view {
        if (mischief == Mischief.Revert) revert("mischief");
        if (mischief == Mischief.Burn) {
            while (gasleft() > 100) {}
            assembly {
                invalid()
            }
        }
        uint256 size = gasleft() > 450_000 ? 14_000 * 32 : 2_000 * 32;
        if (mischief == Mischief.Bomb) {
            assembly {
                return(0, size)
            }
        }
        if (mischief == Mischief.RevertBomb) {
            assembly {
                revert(0, size)
            }
        }
        // A static call changes nothing, in the cage neither.
        if (mischief == Mischief.Reenter) {
            IPolicyCage(cage).netAssetValueUsdc();
            (bool ok,) = cage.staticcall(abi.encodeCall(IPolicyCage.poke, ()));
            require(ok, "mischief");
        }
        // Honest, but dear.
        if (mischief == Mischief.Dig) MINE.dig(4);
    }
}

/// @notice Reads a LendingPool, and misbehaves.
contract HostileReader is PoolReader, Mischievous {
    constructor(LendingPool pool) PoolReader(pool) {}

    function mark(address account, bytes calldata data) public view override mischievous returns (bytes32) {
        return super.mark(account, data);
    }

    function touched(address account, bytes32 before, bytes calldata data, bytes calldata result)
        public
        view
        override
        mischievous
        returns (bytes32[] memory keys)
    {
        return super.touched(account, before, data, result);
    }

    function tokens(bytes32 key) public view override mischievous returns (address[] memory list) {
        return super.tokens(key);
    }

    function holdings(address account, bytes32 key, uint256[] calldata prices)
        public
        view
        override
        mischievous
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        return super.holdings(account, key, prices);
    }
}

/// @notice Accepts every call, after it burned what it was given.
contract WastefulChecker is ICallChecker {
    function check(address, uint256, bytes calldata)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        while (gasleft() > 5_000) {}
        return (revokes, pledges);
    }
}

/// @notice Reads what is supplied to and owed in a LendingPool as one position of two lots.
contract PairReader is PoolReader {
    PeggedToken private immutable RECEIPT;
    PeggedToken private immutable DEBT;

    constructor(LendingPool pool, PeggedToken receipt, PeggedToken debt) PoolReader(pool) {
        (RECEIPT, DEBT) = (receipt, debt);
    }

    function touched(address, bytes32, bytes calldata, bytes calldata)
        public
        pure
        override
        returns (bytes32[] memory keys)
    {
        keys = new bytes32[](1);
    }

    function tokens(bytes32) public view override returns (address[] memory list) {
        list = new address[](2);
        (list[0], list[1]) = (RECEIPT.UNDERLYING_ASSET_ADDRESS(), DEBT.UNDERLYING_ASSET_ADDRESS());
    }

    function holdings(address account, bytes32, uint256[] calldata prices)
        public
        view
        override
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        lots = new Lot[](2);
        for (uint256 i; i < 2; ++i) {
            Lot[] memory one;
            (place, health, one) =
                super.holdings(account, bytes32(uint256(uint160(address(i == 0 ? RECEIPT : DEBT)))), prices);
            lots[i] = one[0];
        }
        return (bytes32(0), health, lots);
    }
}
